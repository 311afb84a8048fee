/** SQL files are imported as text, so that a build carries them and reads no folder when it starts. */
declare module '*.sql' {
  const text: string;
  export default text;
}
