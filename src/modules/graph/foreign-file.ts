/** Headers for what others have made: browsers save it, and run nothing of it at the address of the manager. */
import { bareType } from '../../core/shared/media-types.ts';

/** Types that no browser runs. */
const INERT =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|tiff|heic|heif)|(?:audio|video)\/[\w.-]+|text\/(?:plain|csv|vcard|x-vcard|calendar)|application\/(?:json|pdf|zip|gzip|rtf|msword|epub\+zip|octet-stream|vnd\.[\w.-]+))$/;

/** Returns the headers for a file of this type, as its maker names it. A type that could run is replaced. */
export const foreignFileHeaders = (type: string) => ({
  'content-type': INERT.test(bareType(type)) ? type : 'application/octet-stream',
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
});
