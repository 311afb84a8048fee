/** Advice on links of file hosts that open a page instead of the file. */

interface SharePage {
  /** Matches the host of the link. */
  readonly host: RegExp;
  readonly advice: (url: URL) => string;
}

/** Ids of files at Google are made of these characters. */
const GOOGLE_ID = /\/d\/([\w-]{10,100})|[?&]id=([\w-]{10,100})/;

const PAGES: readonly SharePage[] = [
  {
    host: /^(?:drive|docs)\.google\.com$/,
    advice(url) {
      const [, inPath, inQuery] = GOOGLE_ID.exec(url.pathname + url.search) ?? [];
      const id = inPath ?? inQuery ?? 'FILE_ID';
      return `this link of Google Drive opens a page: share the file with anyone who has the link, and give https://drive.google.com/uc?export=download&id=${id}`;
    },
  },
  {
    host: /(?:^|\.)dropbox\.com$/,
    advice: () =>
      'this link of Dropbox opens a page: give it with dl=1 at its end in place of dl=0',
  },
  {
    host: /^1drv\.ms$|(?:^|\.)(?:onedrive\.live\.com|sharepoint\.com)$/,
    advice: () =>
      'this link of OneDrive opens a page: share the file with anyone who has the link, and give it with download=1 in its query',
  },
  {
    host: /^github\.com$/,
    advice: () => 'this link of GitHub opens a page: give it with raw=true in its query',
  },
  {
    host: /(?:^|\.)(?:wetransfer\.com|we\.tl|mega\.nz|mediafire\.com|icloud\.com|photos\.google\.com|photos\.app\.goo\.gl)$/,
    advice: () =>
      'links of this host open a page and never the file itself: put the file where its URL gives it without a page, or send it in base64 or as a form',
  },
];

/** Returns what to do about a link of a file host that opened a page or was refused; null for other links. */
export function sharePageAdvice(link: string): string | null {
  const url = URL.parse(link);
  const page = url && PAGES.find(({ host }) => host.test(url.hostname));
  return page ? page.advice(url) : null;
}
