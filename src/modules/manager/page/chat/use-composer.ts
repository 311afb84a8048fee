/** The state of the composer of a chat, and sending. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readForm } from '../components/form.tsx';
import { failureText, useStatus } from '../components/status.tsx';
import { draftOf, keepDraft } from '../drafts.ts';
import { useApi } from '../gateway/api-context.ts';
import { texts } from '../texts.ts';
import { chatLink, useChats } from './chat-context.ts';
import { editableText } from './content.ts';
import type { Subject } from './conversation.ts';
import type { KindName } from './kinds.tsx';
import { type Draft, type Part, post } from './sending.ts';

export interface ComposerProps {
  readonly jid: string;
  readonly subject: Subject | null;
  readonly onSubject: (subject: Subject | null) => void;
  /** Begins to edit the last message of the account. */
  readonly onEditLast: () => void;
  /** The notice above the composer, or ''. */
  readonly notice: string;
}

export function useComposer({ jid, subject, onSubject }: ComposerProps) {
  const { name } = useChats();
  const form = useRef<HTMLFormElement>(null);
  const { text, setText, storedDraft } = useText(`${chatLink(name, jid)} message`, subject);
  const [kind, setKind] = useState<KindName | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isLater, setLater] = useState(false);
  const isEdit = subject?.isEdit === true;
  const focus = () =>
    form.current
      ?.querySelector<HTMLElement>('.kind-fields :is(input, select, textarea), textarea')
      ?.focus();
  // Runs before anything can be typed.
  useLayoutEffect(() => {
    if (!isEdit) return;
    setKind(null);
    setFiles([]);
    setLater(false);
  }, [subject]);
  // After the menu in which it was chosen has given the focus back.
  useEffect(() => {
    if (subject !== null || kind !== null || files.length > 0) focus();
  }, [subject, kind, files]);
  const { status, send } = useSending(form, { jid, subject, kind, text, files }, (draft, part) => {
    // Everything that the reader has begun since stays: another text, another kind, an edit, an answer.
    setFiles((now) => now.filter((file) => file !== part.file));
    const left = draft.subject?.isEdit ? storedDraft() : '';
    if (part.hasText) setText((now) => (now.trim() === draft.text ? left : now));
    if (!part.isLast) return;
    setKind((now) => (now === draft.kind ? null : now));
    setLater(false);
    if (subject === draft.subject) onSubject(null);
    focus();
  });
  return {
    form,
    status,
    send,
    text,
    setText,
    kind,
    setKind,
    files,
    isLater,
    setLater,
    addFiles(added: readonly File[]) {
      setKind(null);
      setFiles((now) => [...now, ...added]);
    },
    removeFile: (file: File) => setFiles((now) => now.filter((one) => one !== file)),
    /** Stops answering or editing another message. */
    leaveSubject() {
      if (isEdit) setText(storedDraft());
      onSubject(null);
      focus();
    },
  };
}

/** The unsent text of a chat, which is kept as `draft`, or that of the message that is being edited. */
function useText(draft: string, subject: Subject | null) {
  /** Returns what was kept last, also after an edit. */
  const storedDraft = () => draftOf(draft)?.text?.[0] ?? '';
  const [text, setText] = useState(storedDraft);
  const isEdit = subject?.isEdit === true;
  // Before the next press, which may lead to another view.
  useLayoutEffect(() => {
    if (!isEdit) keepDraft(draft, text === '' ? {} : { text: [text] });
  }, [draft, text, isEdit]);
  // Before anything can be typed.
  useLayoutEffect(() => {
    if (isEdit) setText(editableText(subject.message.content));
  }, [subject]);
  return { text, setText, storedDraft };
}

/** `posted` is called after each part of a draft. */
function useSending(
  form: { readonly current: HTMLFormElement | null },
  composed: Omit<Draft, 'filled'>,
  posted: (draft: Draft, part: Part) => void,
) {
  const api = useApi();
  const { chats, name, refresh, status: elsewhere } = useChats();
  const status = useStatus();
  const latest = useRef<typeof posted | null>(null);
  latest.current = posted;
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  const run = async () => {
    if (form.current === null) return '';
    const draft = { ...composed, ...readComposer(form.current, composed) };
    try {
      const isWaiting = await post(api, name, draft, (part) => latest.current?.(draft, part));
      refresh();
      return isWaiting ? texts().chat.composer.queued : '';
    } catch (error) {
      // The reader has closed the chat in which the message was written.
      const said = texts().chat.composer.unsent(chats.people.nameOf(draft.jid), failureText(error));
      if (latest.current === null) elsewhere.failed(said);
      throw error;
    }
  };
  return { status, send: () => status.run(run) };
}

function readComposer(form: HTMLFormElement, { kind, text, files }: Omit<Draft, 'filled'>) {
  const fields = new FormData(form).getAll('file');
  const chosen = fields.filter((file) => file instanceof File && file.size > 0) as File[];
  return { text: text.trim(), files: kind === null ? files : chosen, filled: readForm(form) };
}
