/** Starts the page of a customer. */
import { render } from 'preact';
import { CustomerPage } from './portal/customer-page.tsx';
import { openSession } from './portal/session.ts';
import { loadLanguage } from './texts.ts';

const main = document.getElementById('main');
if (main === null) throw new Error('the page has no place main');

await loadLanguage();
await openSession();
render(<CustomerPage />, main);
