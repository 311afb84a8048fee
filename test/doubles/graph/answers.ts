/** Answers of the Graph API as Meta words them. */
import type { GraphRequest } from './server.ts';

export interface GraphAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or the bytes of a file. */
  readonly body: object;
}

interface ErrorParts {
  readonly message?: string;
  readonly status?: number;
  readonly subcode?: number;
  readonly userTitle?: string;
  readonly userText?: string;
  readonly details?: string;
  readonly isTransient?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: object): GraphAnswer => ({ status: 200, body });
export const success = (): GraphAnswer => ok({ success: true });

/** An error of that code, with Meta's form and a request id. */
export function graphError(code: number, parts: ErrorParts = {}): GraphAnswer {
  const { message = `(#${code}) An error`, status = 400, subcode, details, headers } = parts;
  const error = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
    ...(parts.userTitle !== undefined && { error_user_title: parts.userTitle }),
    ...(parts.userText !== undefined && { error_user_msg: parts.userText }),
    ...(parts.isTransient !== undefined && { is_transient: parts.isTransient }),
    fbtrace_id: 'AbCdEfGhIjK',
  };
  return { status, body: { error }, ...(headers && { headers }) };
}

/** 401: Meta repeats the token that it could not read. */
export const wrongToken = (token: string): GraphAnswer =>
  graphError(190, { message: `Malformed access token ${token}`, status: 401 });

/** 400, and never 404: an id that is not there, or not there for this token. */
export const unknownId = ({ method, parts: [id] }: Pick<GraphRequest, 'method' | 'parts'>) =>
  graphError(100, {
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to ` +
      'missing permissions, or does not support this operation.',
    subcode: 33,
  });
