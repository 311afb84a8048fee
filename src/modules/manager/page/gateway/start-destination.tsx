/** The destination of a new instance's events: an address, with the settings for its receiver. */
import { useState } from 'preact/hooks';
import type { BodyFor } from '../api.ts';
import { CopyText } from '../components/copy.tsx';
import { Form, TextField } from '../components/form.tsx';
import { texts } from '../texts.ts';
import { usePostTo } from './api-context.ts';

type WebhookSettings = BodyFor<'POST', '/webhook/set/{instanceName}'>;

const PRESETS = ['code', 'n8n', 'typebot', 'evolution'] as const;
type Preset = (typeof PRESETS)[number];

/** The settings besides the address. */
const PRESET_SETTINGS: Readonly<Record<Preset, Omit<WebhookSettings, 'enabled' | 'url'>>> = {
  code: { format: 'gatehouse' },
  // Workflows that are at hand read these bodies, and files from them.
  n8n: { format: 'evolution-api', base64: true },
  typebot: { format: 'gatehouse', events: ['Message'] },
  evolution: { format: 'evolution-api' },
};

/** A command that prints every request. It runs on the machine of the person who pastes it into a shell. */
const RECEIVER = `node -e "require('http').createServer((q,a)=>{q.pipe(process.stdout);q.on('end',()=>a.end())}).listen(3000)"`;
const RECEIVER_PORT = 3000;

interface DestinationProps {
  readonly instanceName: string;
  readonly refresh: () => void;
}

export function Destination({ instanceName, refresh }: DestinationProps) {
  const post = usePostTo(instanceName);
  return (
    <Form
      draft="destination"
      submit={texts().start.save}
      isPrimary
      onSubmit={async ({ url = '', preset }) => {
        const settings = PRESET_SETTINGS[PRESETS.find((one) => one === preset) ?? 'code'];
        await post('/webhook/set/{instanceName}', {
          enabled: true,
          url,
          ...settings,
        });
        refresh();
      }}
    >
      <Fields />
    </Form>
  );
}

/** A draft that is discarded makes the fields again, with the first receiver. */
function Fields() {
  const { start } = texts();
  const [preset, setPreset] = useState<Preset>('code');
  return (
    <>
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
    </>
  );
}
