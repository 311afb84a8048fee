/** Files that are sent: chosen, dropped or pasted. */
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { IconButton } from './icon.tsx';

const BYTES_MAX = 16 * 1024 * 1024;

type MediaKind = 'image' | 'video' | 'audio';
const MEDIA_KINDS: readonly MediaKind[] = ['image', 'video', 'audio'];

/** Returns what kind of file it is; `otherwise` where it is no other. */
export const mediaKindOf = <Other extends string>(
  { type }: Blob,
  otherwise: Other,
): MediaKind | Other => MEDIA_KINDS.find((kind) => type.startsWith(`${kind}/`)) ?? otherwise;

export const filesIn = (from: { readonly files: FileList | null } | null): File[] => [
  ...(from?.files ?? []),
];

/** Resolves with the file as a data: URL. Rejects if it is larger than the service takes. */
export const dataUrlOf = (file: Blob & { readonly name?: string }): Promise<string> =>
  new Promise((resolve, reject) => {
    if (file.size > BYTES_MAX)
      return reject(new Error(texts().chat.composer.tooLarge(file.name ?? '')));
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });

interface ChosenProps {
  readonly files: readonly File[];
  readonly onRemove: (file: File) => void;
}

/** The files that go with what is written, each with a way to leave it out. */
export const ChosenFiles = ({ files, onRemove }: ChosenProps) => (
  <ul class="chosen-files">
    {files.map((file, index) => (
      <li key={`${index} ${file.name}`}>
        <Preview file={file} />
        <span class="file-name">{file.name}</span>
        <small>{texts().formats.bytes(file.size)}</small>
        <IconButton
          icon="close"
          label={texts().chat.composer.remove(file.name)}
          onClick={() => onRemove(file)}
        />
      </li>
    ))}
  </ul>
);

function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (mediaKindOf(file, 'document') === 'image')
      dataUrlOf(file).then(setAddress, () => setAddress(''));
  }, [file]);
  return address === '' ? null : <img src={address} alt="" />;
}

/** Takes the files that are dropped anywhere on the chat around `form`, unless `onFiles` is null. */
export function useDroppedFiles(
  form: { readonly current: HTMLElement | null },
  onFiles: ((files: readonly File[]) => void) | null,
): void {
  useEffect(() => {
    const place = form.current?.closest<HTMLElement>('.thread');
    if (!place || onFiles === null) return;
    const ending = new AbortController();
    const over = (isOver: boolean) => (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      place.toggleAttribute('data-dropping', isOver);
    };
    const drop = (event: DragEvent) => {
      over(false)(event);
      const dropped = filesIn(event.dataTransfer);
      if (dropped.length > 0) onFiles(dropped);
    };
    place.addEventListener('dragover', over(true), ending);
    place.addEventListener('dragleave', over(false), ending);
    place.addEventListener('drop', drop, ending);
    return () => ending.abort();
  }, [onFiles === null]);
}
