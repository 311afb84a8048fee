/** Returns the URL of a path of the service, which a proxy may have put below a path of its own. */
export const urlOf = (path: string): string =>
  new URL(path.replace(/^\//, document.body.dataset.root ?? '/'), location.href).href;
