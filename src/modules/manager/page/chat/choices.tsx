/** Choices that a business offers, as a phone shows them: in messages and in templates. */
import { FormattedText } from './formatted-text.tsx';

export interface Choice {
  readonly label: string;
  readonly detail?: string | undefined;
}

/** Choices that the other side can tap. */
export const Choices = ({
  heading,
  text,
  footer,
  choices,
}: Partial<Record<'heading' | 'text' | 'footer', string | undefined>> & {
  readonly choices: readonly Choice[];
}) => (
  <>
    {heading && (
      <p>
        <strong>{heading}</strong>
      </p>
    )}
    {text && <FormattedText text={text} />}
    {footer && <p class="hint">{footer}</p>}
    <ul class="offered">
      {choices.map(({ label, detail }) => (
        <li key={label}>
          {label} {detail && <small>{detail}</small>}
        </li>
      ))}
    </ul>
  </>
);
