/** What the double does instead of an answer, when a test orders it. */
import type { ServerResponse } from 'node:http';
import type { GraphAnswer } from './answers.ts';

export type Fault =
  /** This answer, such as `graphError(131056)`. */
  | GraphAnswer
  /** A page as a proxy or an overloaded front serves it. */
  | { readonly html: number }
  /** The beginning of a JSON answer, then the connection ends. */
  | 'half-body'
  /** No byte, and the connection stays. */
  | 'silence'
  /** The connection ends at once. */
  | 'cut';

export function serveFault(fault: Fault, response: ServerResponse): void {
  if (fault === 'silence') return;
  if (fault === 'cut') return void response.socket?.destroy();
  if (fault === 'half-body') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' });
    response.write('{"data":[{"id":"1", "name":"ha', () => response.socket?.destroy());
    return;
  }
  if ('html' in fault) {
    response.writeHead(fault.html, { 'content-type': 'text/html' });
    return void response.end(
      '<!DOCTYPE html><html><body>Sorry, something went wrong.</body></html>',
    );
  }
  response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
  response.end(JSON.stringify(fault.body));
}
