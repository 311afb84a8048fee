/** The part of qrcode that makes codes and no pictures; the package types itself as a whole. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}
