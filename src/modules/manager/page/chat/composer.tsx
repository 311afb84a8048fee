/** Composes a message: of any kind, now or later, as an answer, or as an edit of a sent message. */
import { useRef } from 'preact/hooks';
import { CheckField, TextField } from '../components/form.tsx';
import { Menu } from '../components/layout.tsx';
import { StatusLine } from '../components/status.tsx';
import { texts } from '../texts.ts';
import { hasTemplates } from '../zones.ts';
import { useChats } from './chat-context.ts';
import { wordsOf } from './content.ts';
import type { Subject } from './conversation.ts';
import { ChosenFiles, filesIn, useDroppedFiles } from './files.tsx';
import { Icon, IconButton } from './icon.tsx';
import { KINDS, type KindName } from './kinds.tsx';
import { type ComposerProps, useComposer } from './use-composer.ts';

export function Composer(props: ComposerProps) {
  const { subject, notice } = props;
  const { composer } = texts().chat;
  const state = useComposer(props);
  const { form, kind, files } = state;
  const isEdit = subject?.isEdit === true;
  useDroppedFiles(form, isEdit ? null : state.addFiles);
  const submit = (event: Event) => {
    event.preventDefault();
    void state.send();
  };
  return (
    <form class="composer" ref={form} aria-label={composer.label} onSubmit={submit}>
      {notice && <p class="hint">{notice}</p>}
      {subject && <SubjectLine subject={subject} onCancel={state.leaveSubject} />}
      {files.length > 0 && (
        <>
          <ChosenFiles files={files} onRemove={state.removeFile} />
          <CheckField label={composer.once} name="once" />
        </>
      )}
      {kind && (
        <fieldset class="kind-fields" key={kind}>
          <legend>{texts().chat.kinds[KINDS[kind].title]}</legend>
          {KINDS[kind].fields.map((Field, index) => (
            <Field key={index} />
          ))}
        </fieldset>
      )}
      {state.isLater && (
        <TextField label={composer.sendAt} name="sendAt" type="datetime-local" required />
      )}
      <div class="composer-line">
        {kind === null && !isEdit && <AddMenu onKind={state.setKind} onFiles={state.addFiles} />}
        <Words state={state} {...props} />
        {!isEdit && (
          <IconButton
            icon="clock"
            label={composer.schedule}
            isPressed={state.isLater}
            onClick={() => state.setLater(!state.isLater)}
          />
        )}
        <button
          type="submit"
          class="primary icon-button"
          aria-label={isEdit ? texts().common.save : composer.send}
          aria-disabled={state.status.said.value.kind === 'working'}
        >
          <Icon name="send" />
        </button>
      </div>
      <StatusLine status={state.status} />
    </form>
  );
}

interface WordsProps extends Pick<ComposerProps, 'subject' | 'onEditLast'> {
  readonly state: ReturnType<typeof useComposer>;
}

/** The text, the caption of files, or the way out of another kind of message. */
function Words({ state, subject, onEditLast }: WordsProps) {
  const { composer } = texts().chat;
  const label = state.files.length > 0 ? composer.caption : composer.text;
  if (state.kind !== null)
    return (
      <button type="button" class="quiet" onClick={() => state.setKind(null)}>
        {texts().common.cancel}
      </button>
    );
  const onKey = (event: KeyboardEvent) => {
    const { key, shiftKey, isComposing } = event;
    if (key === 'Escape' && subject !== null) state.leaveSubject();
    else if (key === 'ArrowUp' && state.text === '' && subject === null) onEditLast();
    else if (key === 'Enter' && !shiftKey && !isComposing) state.form.current?.requestSubmit();
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = filesIn(event.clipboardData);
    if (pasted.length === 0 || subject?.isEdit) return;
    event.preventDefault();
    state.addFiles(pasted);
  };
  return (
    <textarea
      rows={1}
      required={state.files.length === 0}
      aria-label={label}
      placeholder={label}
      title={composer.hint}
      value={state.text}
      onInput={({ currentTarget }) => state.setText(currentTarget.value)}
      onKeyDown={onKey}
      onPaste={onPaste}
    />
  );
}

/** Shows which message is answered or edited, and a button that stops it. */
function SubjectLine({ subject, onCancel }: { subject: Subject; onCancel: () => void }) {
  const { chats } = useChats();
  const { chat } = texts();
  const { author, content } = subject.message;
  return (
    <div class="subject" role="status">
      <blockquote>
        <strong>
          {subject.isEdit
            ? chat.composer.editing
            : chat.composer.replyingTo(chats.people.nameOf(author))}
        </strong>
        <span>{wordsOf(content)}</span>
      </blockquote>
      <IconButton icon="close" label={texts().common.cancel} onClick={onCancel} />
    </div>
  );
}

const KINDS_OFFERED = Object.entries(KINDS).filter(
  ([kind]) => kind !== 'sendTemplate' || hasTemplates,
);

interface AddProps {
  readonly onKind: (kind: KindName) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

function AddMenu({ onKind, onFiles }: AddProps) {
  const { composer, kinds } = texts().chat;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu label={composer.add} text={<Icon name="add" />}>
        <button type="button" onClick={() => input.current?.click()}>
          {composer.files}
        </button>
        {KINDS_OFFERED.map(([kind, { title }]) => (
          <button key={kind} type="button" onClick={() => onKind(kind as KindName)}>
            {kinds[title]}
          </button>
        ))}
      </Menu>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={composer.files}
        onChange={({ currentTarget }) => {
          onFiles(filesIn(currentTarget));
          currentTarget.value = '';
        }}
      />
    </>
  );
}
