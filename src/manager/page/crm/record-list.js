/** A list of records, page by page. */
import { el, keyedList, setText } from '../dom.js';
import { statusLine } from '../forms.js';

export const PAGE_SIZE = 20;

/**
 * @param {{ read: (page: number) => Promise<{ records: object[], total: number, total_pages: number }>, row: (record: object) => { element: Element, update?: (record: object) => void }, empty: string, signal: AbortSignal }} options
 *   `empty`: what stands there while there are none, and what to do about it
 */
export function recordList({ read, row, empty, signal }) {
  const status = statusLine();
  const list = keyedList('rows', ({ id }) => id, row);
  const count = el('span.hint', { role: 'status' });
  const newer = turning('Previous page', -1);
  const older = turning('Next page', 1);
  let page = 1;
  /** Which reading is the latest: an answer that comes after another was asked for is not shown. */
  let readings = 0;

  function turning(text, step) {
    const element = el('button', { type: 'button', hidden: true }, text);
    element.addEventListener('click', () => {
      page += step;
      void reload();
    });
    return element;
  }
  async function reload() {
    const reading = ++readings;
    try {
      const found = await read(page);
      if (reading !== readings) return;
      // The last record of the last page was deleted.
      if (found.records.length === 0 && page > 1) {
        page = Math.max(1, Math.min(page - 1, found.total_pages));
        return await reload();
      }
      list.show(found.records, empty);
      showPager(found);
      status.clear();
    } catch (error) {
      if (reading === readings) status.failed(error);
    }
  }
  function showPager({ total, total_pages: pages }) {
    newer.hidden = page === 1;
    older.hidden = page >= pages;
    setText(count, pages > 1 ? `Page ${page} of ${pages}, ${total} in all` : '');
  }
  // What others have changed is there when the page is looked at again.
  document.addEventListener('visibilitychange', () => document.hidden || void reload(), { signal });
  void reload();
  return {
    elements: [status.element, ...list.elements, el('div.row', newer, older, count)],
    reload,
    /** Reads again from the first page. */
    restart() {
      page = 1;
      return reload();
    },
  };
}
