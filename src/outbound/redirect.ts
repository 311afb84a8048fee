/** Owns: how a redirect is told of. It is never followed: it could lead to where the guard would not. */
import { maskUrl } from '../shared/mask-url.ts';
import { failure } from './failure-reason.ts';

const LOCATION_CHARACTERS_MAX = 300;

/** Why an answer is of no use, when it sends elsewhere; null when it does not. `url` is what was asked. */
export function redirectProblem(answer: Response, url: URL): string | null {
  const { status } = answer;
  if (status < 300 || status > 399) return null;
  return failure('redirect', `${status}${destination(answer, url)}, which is not followed`);
}

/** Where a redirect points, so that whoever wrote the URL can correct it. */
function destination(answer: Response, url: URL): string {
  const location = answer.headers.get('location');
  if (location === null) return '';
  const target = URL.parse(location, url.href);
  if (target === null) return ' to no valid URL';
  return ` to ${maskUrl(target.href).slice(0, LOCATION_CHARACTERS_MAX)}`;
}
