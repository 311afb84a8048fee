/** Texts of several views. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const common = {
  loading: 'Loading…',
  working: 'Working…',
  saved: 'Saved',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  edit: 'Edit',
  create: 'Create',
  done: 'Done',
  copy: 'Copy',
  copied: 'Copied',
  selected: 'Selected: press Ctrl+C',
  draftRestored: 'Your unsaved changes are back.',
  discard: 'Discard',
  selectAll: 'Select all on this page',
  selectRow: (name: string) => `Select ${name}`,
  selectedCount: (rows: number) => count(rows, { one: '# selected', other: '# selected' }),
  moreRows: (left: number) =>
    count(left, { one: 'Show # more row', other: 'Show more rows: # left' }),
  clearSelection: 'Clear selection',
  unknownAddress: 'Nothing is stored at this address.',
  actions: 'Actions',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (page: string, pages: string, total: string) =>
    `Page ${page} of ${pages}, ${total} in all`,
  unreachable: (reason: string) => `Cannot reach the service: ${reason}`,
  noExplanation: 'No explanation',
  shownOnce: (name: string) =>
    `Copy the signing secret of ${name} now: this page does not show it again.`,
  nothingSent: 'Nothing was sent',
  mustBeJson: (reason: string) => `must be JSON: ${reason}`,
  inexactNumber: ({ line, column }: { readonly line: number; readonly column: number }) =>
    `has a number at line ${line}, column ${column} that cannot be stored exactly: write it in quotes`,
  changedMeanwhile: 'Somebody else changed this. Close it and open it again',
};
