/** Where a request goes, what it takes along, and what comes of it. */

/** A checked URL. It has no resolved address, because names are resolved again for each request. */
export interface UrlTarget {
  readonly url: URL;
  /** The text of `url`, kept because reading `href` builds it every time. */
  readonly href: string;
  readonly origin: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** Whether the host is a name, which is resolved and checked before each request. */
  readonly isNamed: boolean;
  /** Returns the URL with its host replaced by an address. */
  at(address: string): string;
}

export interface Problem {
  /** Begins with a stable word (`timeout`, `dns_error`, …), followed by text for people. */
  readonly problem: string;
  /** Whether nothing was sent because this side lacked something. */
  readonly isOwn?: boolean;
  /** The addresses that did not answer, in words that complete a reason that replaces `problem`. */
  readonly tried?: string;
}

/** A message to post; `headers` are final. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostAnswer {
  readonly status: number;
  /** The beginning of the body, as it is logged with the attempt. */
  readonly excerpt: string;
  /** Why an answer that redirects cannot be used; null when it does not redirect. */
  readonly redirect: string | null;
  readonly headers: Headers;
}

export interface MissingFile {
  /** Why there is no file, in words for the caller who gave the URL. */
  readonly problem: string;
  /** The addresses that did not answer, as problems name them. */
  readonly tried?: string;
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** The URL that gave that answer. */
  readonly url?: string;
}
