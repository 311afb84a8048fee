/** Buttons that turn the pages of a list, and one for what came while it was held. */
import { el, setText } from './dom.js';

/**
 * @param {ReturnType<typeof import('./pager.js').createPager>} pager
 * @param {() => void} refresh shows the page that was turned to
 */
export function turningButtons(pager, refresh) {
  const turning = (text, turn) => {
    const element = el('button', { type: 'button', hidden: true }, text);
    element.addEventListener('click', async () => {
      await turn();
      refresh();
    });
    return element;
  };
  const news = turning('', () => {
    document.activeElement?.blur();
    pager.newest();
  });
  const newest = turning('Newest', () => pager.newest());
  const newer = turning('Newer', () => pager.newer());
  const older = turning('Older', () => pager.hasOlder() && pager.older());
  const further = turning('Look further back', () => pager.lookFurther());
  return {
    element: el('div.row', newest, newer, older, further),
    news: el('p', { role: 'status' }, news),
    /** @param {number} count of those that came while the page was held */
    update(count) {
      news.hidden = count === 0;
      setText(news, `Show ${newerWords(count, pager.size)} new`);
      newest.hidden = pager.isNewest();
      newer.hidden = pager.isNewest();
      older.hidden = !pager.hasOlder();
      further.hidden = !pager.isUnfinished();
    },
  };
}

/** So many are counted and no more. */
export const newerWords = (count, most) => (count === most ? `${count} or more` : `${count}`);
