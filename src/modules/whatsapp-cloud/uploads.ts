/** Uploads files to Meta, each once for as long as Meta keeps it. */

import { createHash } from 'node:crypto';
import type { FileToUpload } from '../../core/providers/at-meta.ts';
import { text } from '../../core/providers/foreign-values.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { PostingContext } from './context.ts';
import { noAnswer } from './graph-failure.ts';
import type { StoredFile } from './stored-content.ts';

/** Meta keeps uploads for 30 days. */
const LIFE_MS = 29 * 24 * 3_600_000;
const KNOWN_MAX = 1_000;

interface Uploaded {
  readonly id: string;
  /** In steady ms. */
  readonly until: number;
}

export class Uploads {
  readonly #deps: PostingContext;
  /** Keyed by type and content. */
  readonly #known = new LimitedMap<string, Uploaded>(KNOWN_MAX);
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(deps: PostingContext) {
    this.#deps = deps;
  }

  /** Throws GraphFailure. */
  async fileOf({ bytes, mimetype, fileName }: FileToUpload): Promise<StoredFile> {
    const sha256 = createHash('sha256').update(bytes).digest('base64');
    const key = `${mimetype} ${sha256}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.until > this.#deps.clock.steady())
      return { id: known.id, mimetype, sha256 };
    const upload = this.#underWay.get(key) ?? this.#upload(bytes, mimetype, fileName);
    this.#underWay.set(key, upload);
    try {
      const id = await upload;
      this.#known.set(key, { id, until: this.#deps.clock.steady() + LIFE_MS });
      return { id, mimetype, sha256 };
    } finally {
      this.#underWay.delete(key);
    }
  }

  /** Forgets a file after Meta refused a message with it, so that it is uploaded again the next time. */
  forget({ mimetype, sha256 }: StoredFile): void {
    this.#known.delete(`${mimetype} ${sha256}`);
  }

  async #upload(bytes: Uint8Array, mimetype: string, fileName = 'file'): Promise<string> {
    const { graph, number } = this.#deps;
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', mimetype);
    form.set('file', new File([new Uint8Array(bytes)], fileName, { type: mimetype }));
    const { id } = await graph.post(`/${number().phoneNumberId}/media`, form);
    if (text(id) === '') throw noAnswer('took a file and gave it no id');
    return text(id);
  }
}
