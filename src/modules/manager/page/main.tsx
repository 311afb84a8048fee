/** Starts the page. */
import { render } from 'preact';
import { App } from './app.tsx';
import { useFirstLink } from './first-visit.ts';
import { keepPlaceInLanguageLinks, loadLanguage } from './texts.ts';
import { Tools } from './tools.tsx';

const place = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no place ${id}`);
  return found;
};

await loadLanguage();
keepPlaceInLanguageLinks();
await useFirstLink();
render(<Tools />, place('tools'));
render(<App />, place('main'));
