import { askToConfirm, type Question } from './dialog.tsx';
import { type ActionResult, type Status, StatusLine, useStatus } from './status.tsx';

interface ActionProps {
  readonly label: string;
  /**
   * The name of the object that the button acts on, which screen readers add to the label; for several buttons with the
   * same label.
   */
  readonly of?: string;
  /** The status line to use instead of its own. */
  readonly status?: Status;
  readonly run: () => ActionResult;
  /** Is asked before anything is done. */
  readonly question?: Question;
  /** Whether a press opens a dialog, as a question does by itself: screen readers say so. */
  readonly opensDialog?: boolean;
  readonly class?: string;
}

/** A button that does something at once. While it is busy it takes no press, and keeps the focus. */
export function ActionButton(props: ActionProps) {
  const { label, of, status, run, question, opensDialog, class: kind = '' } = props;
  const own = useStatus();
  const used = status ?? own;
  const press = async () => {
    if (question === undefined || (await askToConfirm(question))) await used.run(run);
  };
  return (
    <>
      <button
        type="button"
        class={kind}
        aria-label={of && `${label} ${of}`}
        aria-haspopup={question || opensDialog ? 'dialog' : undefined}
        aria-disabled={used.said.value.kind === 'working'}
        onClick={() => void press()}
      >
        {label}
      </button>
      {status === undefined && <StatusLine status={own} />}
    </>
  );
}
