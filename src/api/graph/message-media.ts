/** The files of messages that are sent by the paths of the Graph API. */
import type { Fields } from '../../http/read-fields.ts';
import { refusedAs } from './errors.ts';
import type { GraphCall } from './operation.ts';

/** Returns the file of a message as operations of ours take it. `type` is that of the message. */
export async function mediaOf({ link, id }: Fields, type: string, _: GraphCall): Promise<unknown> {
  const [hasLink, hasId] = [(link ?? '') !== '', (id ?? '') !== ''];
  if (hasLink && hasId) throw refusedAs(131009, `${type} must have link or id, not both`);
  if (!hasLink && !hasId) throw refusedAs(131008, `${type} must have link or id`);
  if (hasId) throw refusedAs(131009, `${type}.id must be absent: send the file by its link`);
  if (typeof link === 'string' && /^https?:/i.test(link)) return link;
  throw refusedAs(131009, `${type}.link must be the http or https URL of a file`);
}
