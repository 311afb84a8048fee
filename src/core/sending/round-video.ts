import { invalidFields } from '../shared/errors.ts';
import { problem } from '../shared/reasons/problems.ts';
import { isShown } from './describe-file.ts';
import { formatOf } from './format/format-of.ts';

/** Returns the file unchanged. Throws invalid when it is not MP4, of which QuickTime and 3GP are forms. */
export async function roundVideoOf(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isShown('video', formatOf(bytes)?.type ?? ''))
    throw invalidFields([{ field: 'video', ...problem('not_round_video') }]);
  return bytes;
}
