/** Plays sound and moving pictures of a chat, also while the message is not among those that are drawn. */
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The place in a chat for what plays and whose message is not drawn. */
export const PlayingOn = () => <div class="playing-on" />;

interface PlayerProps {
  /** The id of the message. */
  readonly id: string;
  readonly kind: string;
  readonly address: string;
  readonly title: string;
}

/**
 * The element is not one of the view: a browser stops what leaves the page, so it moves to another place before that, and
 * comes back with its message. It ends with the chat.
 */
export function Player({ id, kind, address, title }: PlayerProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const away = place.current?.closest('.log-place')?.querySelector('.playing-on');
    const playing = [...(away?.children ?? [])].find((one) => one.id === `player-${id}`);
    const player = (playing as HTMLMediaElement | undefined) ?? playerOf(kind);
    if (!playing) Object.assign(player, { id: `player-${id}`, src: address, ariaLabel: title });
    player.onended = () => player.parentElement === away && player.remove();
    place.current?.append(player);
    return () => {
      if (!player.paused) away?.append(player);
    };
  }, []);
  return <div ref={place} />;
}

function playerOf(kind: string): HTMLMediaElement {
  const player = document.createElement(kind === 'audioMessage' ? 'audio' : 'video');
  return Object.assign(player, { controls: true, className: kind });
}
