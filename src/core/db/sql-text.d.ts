/** SQL files are imported as text, so that the executable contains them and a start reads no folder. */
declare module '*.sql' {
  const text: string;
  export default text;
}
