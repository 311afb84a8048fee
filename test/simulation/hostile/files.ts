/** Attacks by files that take long: to draw, to convert, to fetch. */
import { wavOf } from '../../doubles/sound-files.ts';
import { jpegOfScans } from '../../helpers/many-scans.ts';
import { fileByUrl, sendSticker, sendText, sendVoice } from './asks.ts';
import { type Attack, attackerOf, lanes, post, type Target, type UnderWay } from './attack.ts';
import { startSlowHost } from './slow-host.ts';
import { SMALL_PNG } from './stage.ts';

const NUMBER = '5511777770000';

/** One body for all lanes, made once. */
function posting(target: Target, width: number, path: string, body: object): UnderWay {
  const text = JSON.stringify({ number: NUMBER, ...body });
  const full = `${path}/${attackerOf(target).name}`;
  return lanes(width, (_, __, signal) => post(target, full, text, signal));
}

const SIDE = 4_096;
/** Would take most of a minute to draw. */
const MANY = (await jpegOfScans(SMALL_PNG, 6_000, SIDE)).toString('base64');
/** About as long as a picture may take: 40 scans of so many pixels. */
const MOST = (await jpegOfScans(SMALL_PNG, 40, SIDE)).toString('base64');

export const pictures: Attack = {
  name: 'pictures of thousands of scans',
  promise:
    'a tenant sends a sticker while another sends pictures that take as long to draw as they may, and longer',
  begin(target) {
    const { name } = attackerOf(target);
    const longest = { path: '/message/sendSticker', body: { number: NUMBER, sticker: MOST } };
    const refused = [
      { path: '/message/sendSticker', body: { number: NUMBER, sticker: MANY } },
      { path: '/chat/updateProfilePicture', body: { picture: MANY } },
    ];
    return lanes(10, (lane, _, signal) => {
      const { path, body } = refused[lane] ?? longest;
      return post(target, `${path}/${name}`, JSON.stringify(body), signal);
    });
  },
  asks: [sendSticker(SMALL_PNG.toString('base64')), sendText],
  limits: { served: 4 },
};

export const voice: Attack = {
  name: 'forty long voice notes',
  promise: 'a tenant sends two seconds of voice while forty long ones of another are converted',
  begin(target) {
    const audio = wavOf({ rate: 8_000, bits: 8, seconds: 60 }).toString('base64');
    return posting(target, 40, '/message/sendWhatsAppAudio', { audio });
  },
  asks: [sendVoice(wavOf({ rate: 16_000, bits: 16, seconds: 2 }).toString('base64')), sendText],
  limits: { served: 20 },
};

export const slowDownloads: Attack = {
  name: 'files at slow addresses',
  promise: 'a tenant sends a file by its address while eight of another never come to their end',
  begin(target) {
    const media = startSlowHost();
    return posting(target, 8, '/message/sendMedia', { mediatype: 'image', media });
  },
  asks: [fileByUrl, sendText],
  limits: {},
};
