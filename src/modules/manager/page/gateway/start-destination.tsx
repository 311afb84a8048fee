/** The destination of a new instance's events: an address, with the settings for its receiver. */
import { useState } from 'preact/hooks';
import { CopyText } from '../components/copy.tsx';
import { Form, TextField } from '../components/form.tsx';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import {
  PRESET_SETTINGS,
  PRESETS,
  type Preset,
  RECEIVER,
  RECEIVER_PORT,
} from './webhook-presets.ts';

interface DestinationProps {
  readonly instanceName: string;
  readonly refresh: () => void;
}

export function Destination({ instanceName, refresh }: DestinationProps) {
  const api = useApi();
  const { start } = texts();
  const [preset, setPreset] = useState<Preset>('code');
  return (
    <Form
      submit={start.save}
      isPrimary
      onSubmit={async ({ url = '' }) => {
        await api.call('POST', '/webhook/set/{instanceName}', {
          params: { instanceName },
          body: { enabled: true, url, ...PRESET_SETTINGS[preset] },
        });
        refresh();
      }}
    >
      <fieldset class="choices">
        <legend>{start.presets}</legend>
        {PRESETS.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="preset"
              value={one}
              checked={preset === one}
              onChange={() => setPreset(one)}
            />
            <span>{start.preset[one]}</span>
          </label>
        ))}
      </fieldset>
      <p class="hint">{start.presetAbout[preset]}</p>
      {preset === 'code' && <CopyText text={RECEIVER} />}
      <TextField
        key={preset}
        label={start.url}
        name="url"
        type="url"
        required
        {...(preset === 'code' && {
          defaultValue: `${location.protocol}//localhost:${RECEIVER_PORT}/`,
        })}
      />
    </Form>
  );
}
