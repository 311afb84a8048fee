import { useSignal } from '@preact/signals';
import { texts } from '../texts.ts';

/** Writes `text` to the clipboard. Browsers allow that over HTTPS and on this machine; elsewhere `source` is selected. */
export function CopyButton({
  text,
  label,
  source,
}: {
  text: string;
  label?: string;
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
  return (
    <button type="button" onClick={() => void copy()}>
      <span role="status">{said.value || label || common.copy}</span>
    </button>
  );
}

/** A secret or an address with the button that copies it. */
export function CopyText({ text, label }: { text: string; label?: string }) {
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
      <CopyButton text={text} {...(label && { label })} source={() => shown} />
    </div>
  );
}
