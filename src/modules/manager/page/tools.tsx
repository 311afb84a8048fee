/** Tools in the header besides the navigation of all pages: the zones, and a button that forgets the keys. */
import { askToConfirm } from './components/dialog.tsx';
import { Menu } from './components/layout.tsx';
import { credentials, forgetAll, isOnlyHere, keepHere, signOutNotice } from './credentials.ts';
import { SearchButton } from './search.tsx';
import { texts } from './texts.ts';
import { hasCrm, shownZone } from './zones.ts';

/** The other pages of the navigation, for which a phone has no room. */
const pages = [
  ...document.querySelectorAll<HTMLAnchorElement>('.header nav a:not([aria-current])'),
].map(({ href, text }) => ({ href, text }));

export function Tools() {
  const { gate, instances } = texts();
  const { gateway, crm } = credentials.value;
  if (gateway === null && crm === null) return null;
  const keep = async () => {
    const { keepTitle, keepWarning, keepAction } = gate;
    const question = { title: keepTitle, text: keepWarning, action: keepAction };
    if (await askToConfirm(question)) keepHere();
  };
  const leave = () => {
    forgetAll();
    signOutNotice.value = gate.forgotten;
  };
  const current = shownZone();
  return (
    <>
      <nav class="zones" aria-label={gate.title}>
        <a href="#/" aria-current={current === 'gateway' ? 'page' : undefined}>
          {instances.title}
        </a>
        {hasCrm && (
          <a href="#crm" aria-current={current === 'crm' ? 'page' : undefined}>
            {texts().crm.title}
          </a>
        )}
      </nav>
      <SearchButton />
      <Menu label={gate.menu}>
        {pages.map(({ href, text }) => (
          <a key={href} class="on-phones" href={href}>
            {text}
          </a>
        ))}
        {isOnlyHere() && (
          <button type="button" aria-haspopup="dialog" onClick={() => void keep()}>
            {gate.keepHere}
          </button>
        )}
        <button type="button" onClick={leave}>
          {gate.forget}
        </button>
      </Menu>
    </>
  );
}
