/** Questions and secrets that are shown once, above everything else. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';
import { CopyText } from './copy.tsx';
import { Form, TextField } from './form.tsx';

interface OpenDialog {
  readonly key: number;
  readonly title: string;
  /** Both functions get one that closes the dialog. */
  readonly body: (close: () => void) => ComponentChildren;
  readonly buttons?: (close: () => void) => ComponentChildren;
  readonly closed: () => void;
  /** Whether only the person may close it, because its content is lost then. */
  readonly isLasting?: boolean;
}

const shown = signal<readonly OpenDialog[]>([]);
let keys = 0;

/** Opens a dialog; Escape and its buttons close it, and then the promise resolves. */
export const openDialog = (dialog: Omit<OpenDialog, 'key' | 'closed'>): Promise<void> =>
  new Promise((resolve) => {
    const key = ++keys;
    const closed = () => {
      shown.value = shown.value.filter((one) => one.key !== key);
      resolve();
    };
    shown.value = [...shown.value, { ...dialog, key, closed }];
  });

/** Closes every dialog, when the part of the page that it is about goes: the view that comes can take the focus. */
export function closeDialogs(): void {
  for (const one of document.querySelectorAll<HTMLDialogElement>('dialog:not([data-lasting])'))
    one.close();
  for (const { closed, isLasting } of shown.peek()) if (!isLasting) closed();
}

/** The place where dialogs appear: one for the page. */
export const Dialogs = () => (
  <>
    {shown.value.map(({ key, ...one }) => (
      <Dialog key={key} {...one} />
    ))}
  </>
);

/** The browser gives the focus back to what had it, once the dialog is closed. */
function Dialog({ title, body, buttons, closed, isLasting }: Omit<OpenDialog, 'key'>) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The browser tells of it later: until then, the fields of what was sent would be there beside those of the next form.
  const close = () => {
    element.current?.close();
    closed();
  };
  // Before the frame is painted: a key that is pressed after it goes to the dialog.
  useLayoutEffect(() => element.current?.showModal(), []);
  return (
    <dialog ref={element} data-lasting={isLasting} aria-labelledby={id} onClose={closed}>
      <h2 id={id}>{title}</h2>
      {body(close)}
      {buttons && <div class="row end">{buttons(close)}</div>}
    </dialog>
  );
}

export interface Question {
  readonly title: string;
  readonly text: string;
  /** The text of the button that does it. */
  readonly action: string;
}

/** Asks before something that cannot be undone. */
export async function askToConfirm({ title, text, action }: Question): Promise<boolean> {
  let isSure = false;
  const decide = (close: () => void) => () => {
    isSure = true;
    close();
  };
  await openDialog({
    title,
    body: () => <p>{text}</p>,
    buttons: (close) => (
      <>
        <button type="button" onClick={close}>
          {texts().common.cancel}
        </button>
        <button type="button" class="danger" onClick={decide(close)}>
          {action}
        </button>
      </>
    ),
  });
  return isSure;
}

interface TextQuestion extends Omit<Question, 'text'> {
  /** The label of the field. */
  readonly label: string;
}

/** Asks for a line of text. Resolves with null if nothing was answered. */
export async function askForText({ title, label, action }: TextQuestion): Promise<string | null> {
  let answer: string | null = null;
  await openDialog({
    title,
    body: (close) => (
      <Form
        submit={action}
        isPrimary
        onSubmit={async (filled) => {
          answer = filled.answer ?? null;
          close();
        }}
        onCancel={close}
      >
        <TextField label={label} name="answer" required />
      </Form>
    ),
  });
  return answer;
}

/** Shows a secret that cannot be shown again; `text` says what it is and whose. */
export const showSecret = (title: string, text: string, secret: string): Promise<void> =>
  openDialog({
    title,
    isLasting: true,
    body: () => (
      <>
        <p>{text}</p>
        <CopyText text={secret} />
      </>
    ),
    buttons: (close) => (
      <button type="button" class="primary" onClick={close}>
        {texts().common.done}
      </button>
    ),
  });
