/** What several views say. */
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
  actions: 'Actions',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (page: string, pages: string, total: string) =>
    `Page ${page} of ${pages}, ${total} in all`,
  unreachable: (reason: string) => `The service cannot be reached: ${reason}`,
  noExplanation: 'No explanation',
  shownOnce: (what: string, name: string) => `The ${what} of ${name} is shown here only:`,
  nothingSent: 'Nothing was sent',
  mustBeJson: (reason: string) => `must be JSON: ${reason}`,
  inexactNumber: ({ line, column }: { readonly line: number; readonly column: number }) =>
    `has a number at line ${line}, column ${column} that cannot be kept exactly: write it in quotes`,
  changedMeanwhile: 'Somebody else has changed it meanwhile: close this and open it again',
};
