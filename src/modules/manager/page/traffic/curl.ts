/** The request of a delivery as a command. */
interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns a command for POSIX shells that makes the request. */
export const curlOf = ({ url, headers, body }: WebhookRequest): string =>
  [
    `curl -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');

/** A text in single quotes, in which shells expand nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
