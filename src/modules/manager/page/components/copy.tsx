import { useSignal } from '@preact/signals';
import { texts } from '../texts.ts';

/** Writes `text` to the clipboard. Browsers allow that over HTTPS and on this machine; elsewhere `source` is selected. */
export function CopyButton({
  text,
  label,
  of,
  source,
}: {
  text: string;
  label?: string;
  /** The name of the copied text, which screen readers add to the label; for several buttons with the same label. */
  of?: string | undefined;
  source?: () => Element | null;
}) {
  const { common } = texts();
  const said = useSignal('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = common.copied;
    } catch {
      const shown = source?.();
      if (shown) getSelection()?.selectAllChildren(shown);
      said.value = common.selected;
    }
  };
  const shown = said.value || label || common.copy;
  return (
    <button type="button" aria-label={of && `${shown} ${of}`} onClick={() => void copy()}>
      <span role="status">{shown}</span>
    </button>
  );
}

/** A secret or an address with the button that copies it. */
export function CopyText({ text, label, of }: { text: string; label?: string; of?: string }) {
  let shown: Element | null = null;
  return (
    <div class="copy-text">
      <code
        ref={(element) => {
          shown = element;
        }}
      >
        {text}
      </code>
      <CopyButton text={text} of={of} {...(label && { label })} source={() => shown} />
    </div>
  );
}
