/** The file of a message: named with its size and type, and shown or saved. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { openDialog } from '../components/dialog.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { texts } from '../texts.ts';
import { useChats, usePost } from './chat-context.ts';
import { type Fields, wordsOf } from './content.ts';
import { IconButton } from './icon.tsx';
import { Player } from './player.tsx';

/** Pictures up to this size are shown as soon as they are looked at; WhatsApp is asked for each of them. */
const SHOWN_AT_ONCE_MAX = 1_000_000;
/** The most characters of files that are kept for the next time their chat is opened. */
const KEPT_MAX = 48 * 1024 * 1024;

interface FileProps {
  /** The id of the message. */
  readonly id: string;
  readonly kind: string;
  readonly fields: Fields;
}

/** Addresses of files that were loaded, by instance and message. */
const loaded = new Map<string, string>();

function keep(key: string, address: string): void {
  loaded.set(key, address);
  let size = [...loaded.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [oldest, { length }] of loaded) {
    if (size <= KEPT_MAX || oldest === key) break;
    loaded.delete(oldest);
    size -= length;
  }
}

const PICTURES = new Set(['imageMessage', 'stickerMessage']);

export function MessageFile({ id, kind, fields }: FileProps) {
  const post = usePost();
  const { name } = useChats();
  const { chat } = texts();
  const status = useStatus();
  const key = `${name} ${id}`;
  const [address, setAddress] = useState(loaded.get(key));
  const place = useRef<HTMLDivElement>(null);
  const size = Number(fields.fileLength ?? 0);
  const load = async () => {
    const message = { key: { id } };
    const file = await post('/chat/getBase64FromMediaMessage/{instanceName}', { message });
    const found = `data:${file.mimetype.replace(/\s/g, '')};base64,${file.base64}`;
    keep(key, found);
    setAddress(found);
    return found;
  };
  const open = async () => {
    const found = address ?? (await load());
    if (isDocument) save(found, title);
  };
  const isAtOnce = PICTURES.has(kind) && !fields.viewOnce && size > 0 && size <= SHOWN_AT_ONCE_MAX;
  useOnceVisible(place, isAtOnce && address === undefined, () => {
    load().catch(status.failed);
  });
  const title = fields.fileName || wordsOf({ [kind]: { ptt: fields.ptt } });
  const isDocument = kind === 'documentMessage';
  return (
    <>
      <div class="file" ref={place} {...(isAtOnce && reserved(kind, fields))}>
        {address !== undefined && !isDocument ? (
          <Shown {...{ id, kind, address }} title={fields.caption || title} />
        ) : (
          <div class="file-card">
            <span class="file-sign" aria-hidden="true">
              {endingOf(fields)}
            </span>
            <span class="file-name">{title}</span>
            <FileFacts fields={fields} />
            <IconButton
              icon={isDocument ? 'download' : 'show'}
              label={isDocument ? chat.download(title) : chat.show(title)}
              onClick={() => void status.run(open)}
            />
          </div>
        )}
      </div>
      <StatusLine status={status} />
    </>
  );
}

/** Returns the size of a picture before it has loaded, so that what is below it stays where it is. */
function reserved(kind: string, { width = 0, height = 0 }: Fields) {
  if (width <= 0 || height <= 0) return {};
  const ratio = width / height;
  const heightMax = kind === 'stickerMessage' ? '9rem' : '20rem';
  const style = { aspectRatio: `${ratio}`, width: `min(${width}px, ${ratio} * ${heightMax})` };
  return { 'data-reserved': true, style };
}

/** The size and type of a file. */
function FileFacts({ fields }: { fields: Fields }) {
  const size = Number(fields.fileLength ?? 0);
  const facts = [size > 0 && texts().formats.bytes(size), fields.mimetype?.split(';')[0]];
  return <small class="file-facts">{facts.filter(Boolean).join(' · ')}</small>;
}

/** `PDF` of a file's name or, without an ending, of its type. */
function endingOf({ fileName = '', mimetype = '' }: Fields): string {
  const ending = /\.(\w{1,4})$/.exec(fileName)?.[1] ?? mimetype.split(/[/;]/)[1] ?? '';
  return ending.slice(0, 4).toUpperCase();
}

interface ShownProps extends Omit<FileProps, 'fields'> {
  readonly address: string;
  readonly title: string;
}

function Shown({ id, address, kind, title }: ShownProps) {
  if (!PICTURES.has(kind)) return <Player {...{ id, kind, address, title }} />;
  const enlarge = () =>
    openDialog({
      title,
      body: () => <img class="full-picture" src={address} alt={title} />,
      buttons: (close) => (
        <>
          <a class="button" href={address} download={title}>
            {texts().chat.download(title)}
          </a>
          <button type="button" class="primary" onClick={close}>
            {texts().common.close}
          </button>
        </>
      ),
    });
  return (
    <button
      type="button"
      class="picture"
      aria-label={texts().chat.show(title)}
      onClick={() => void enlarge()}
    >
      <img class={kind} src={address} alt="" />
    </button>
  );
}

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Calls `act` once the element is seen. */
function useOnceVisible(
  place: { readonly current: Element | null },
  isWanted: boolean,
  act: () => void,
): void {
  useEffect(() => {
    if (!isWanted || place.current === null) return;
    const watching = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watching.disconnect();
      act();
    });
    watching.observe(place.current);
    return () => watching.disconnect();
  }, [isWanted]);
}
