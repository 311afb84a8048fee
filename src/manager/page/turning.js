/** Buttons that turn the pages of a list, and one for what came while it was held. */
import { el, setText } from './dom.js';

/**
 * @param {ReturnType<typeof import('./pager.js').createPager>} pager
 * @param {() => void} refresh shows the page that was turned to
 */
export function turningButtons(pager, refresh) {
  let isTurned = false;
  const turning = (text, turn) => {
    const element = el('button', { type: 'button', hidden: true }, text);
    element.addEventListener('click', () => {
      turn();
      isTurned = true;
      refresh();
    });
    return element;
  };
  const news = turning('', () => pager.newest());
  const newest = turning('Newest', () => pager.newest());
  const newer = turning('Newer', () => pager.newer());
  const older = turning('Older', () => pager.hasOlder() && pager.older());
  const further = el('button', { type: 'button', hidden: true }, 'Look further back');
  further.addEventListener('click', async () => {
    await pager.lookFurther();
    refresh();
  });
  return {
    element: el('div.row', newest, newer, older, further),
    news: el('p', { role: 'status' }, news),
    /**
     * @param {number} count of those that came while the page was held
     * @param {HTMLElement} list what the page is in: whoever has turned it begins at its top
     */
    update(count, list) {
      news.hidden = count === 0;
      setText(news, `Show ${newerWords(count, pager.size)} new`);
      newest.hidden = pager.isNewest();
      newer.hidden = pager.isNewest();
      older.hidden = !pager.hasOlder();
      further.hidden = !pager.isUnfinished();
      if (isTurned) list.focus();
      isTurned = false;
    },
  };
}

/** So many are counted and no more. */
export const newerWords = (count, most) => (count === most ? `${count} or more` : `${count}`);
