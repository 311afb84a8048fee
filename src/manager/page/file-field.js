/** Choosing a file that is sent. */
import { ApiFailure } from './api.ts';
import { el } from './dom.js';
import { field } from './forms.js';

const FILE_BYTES_MAX = 16 * 1024 * 1024;

/**
 * A field of one file. `read` resolves with it as a data: URL.
 * @param {{ required?: boolean }} [props]
 */
export function fileField(label, accept, hint, { required = true } = {}) {
  const control = el('input', { type: 'file', accept, required });
  const chosen = () => control.files[0];
  return {
    element: field(label, control, hint),
    chosen,
    async read() {
      if (chosen().size > FILE_BYTES_MAX)
        throw new ApiFailure({ message: 'A file has at most 16 MiB' });
      return dataUrlOf(chosen());
    },
  };
}

/** `image`, `video`, `audio`, or else what `otherwise` says. @param {File} file */
export function familyOf({ type }, otherwise) {
  const [family] = type.split('/');
  return ['image', 'video', 'audio'].includes(family) ? family : otherwise;
}

const dataUrlOf = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
