/** The chats of an instance: all of them beside the messages of one, and for a sandbox the phone of its contact. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { useAnswer, useApi } from '../gateway/api-context.ts';
import type { Instance, PanelProps } from '../gateway/instance-words.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { ChatContext } from './chat-context.ts';
import { ChatList } from './chat-list.tsx';
import { Chats } from './chats.ts';
import { isPerson, userOf } from './content.ts';
import type { Entry } from './conversation.ts';
import { People } from './people.ts';
import { ContactPhone } from './phone.tsx';
import { Thread } from './thread.tsx';

/** `about` is the JID of the chat that is open. */
export function Conversations({ instance, about }: PanelProps) {
  const { parts, failure } = useParts(instance);
  const { chats, status } = parts;
  const [wanted, setWanted] = useState<Entry | null>(null);
  const [isPhoneShown, setPhoneShown] = useState(WIDE.matches);
  useEffect(() => void chats.open(about || null).catch(status.failed), [chats, about]);
  const hasPhone = instance.provider === 'sandbox' && isPerson(about);
  const view = about === '' ? 'chats' : hasPhone && isPhoneShown ? 'phone' : 'thread';
  return (
    <ChatContext.Provider value={parts}>
      <div class="chat" data-view={view}>
        <div class="chat-news">
          <FailureLine failure={failure} />
          <StatusLine status={status} />
        </div>
        <ChatList opened={about} onFound={setWanted} />
        {about === '' ? (
          <p class="thread nothing">{texts().chat.choose}</p>
        ) : (
          <Thread
            key={about}
            jid={about}
            provider={instance.provider}
            wanted={wanted?.chat === about ? wanted : null}
            onFound={setWanted}
            phone={hasPhone ? { isShown: isPhoneShown, show: setPhoneShown } : null}
          />
        )}
        {view === 'phone' && (
          <ContactPhone key={about} jid={about} onClose={() => setPhoneShown(false)} />
        )}
      </div>
    </ChatContext.Provider>
  );
}

/** A screen this wide shows the phone beside the chat from the beginning. */
const WIDE = matchMedia('(min-width: 76rem)');
const SCHEDULED_EVERY_MS = 5_000;
const LABELS_EVERY_MS = 15_000;

function useParts({ instanceName: name, ownerJid }: Instance) {
  const api = useApi();
  const own = userOf(ownerJid ?? '').split(':', 1)[0] ?? '';
  const chats = useMemo(() => new Chats(api, name, new People(own)), [api, name, own]);
  const status = useStatus();
  const of = { params: { instanceName: name } };
  const scheduled = useAnswer('/message/scheduled/{instanceName}', of, SCHEDULED_EVERY_MS);
  const labels = useAnswer('/label/findLabels/{instanceName}', of, LABELS_EVERY_MS);
  const news = usePolledQuery((stop) => chats.readNew(stop), [chats]);
  const list = scheduled.value?.messages ?? [];
  const parts = useMemo(() => {
    const refresh = () => {
      news.refresh();
      scheduled.refresh();
    };
    return { chats, name, status, scheduled: list, labels: labels.value ?? [], refresh };
  }, [chats, name, status, scheduled.value, labels.value]);
  return { parts, failure: news.failure ?? scheduled.failure };
}
