/** Pages, styles and pictures are imported as texts, so that a bundle has them inside. */
declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.py' {
  const text: string;
  export default text;
}
declare module '*.php' {
  const text: string;
  export default text;
}
declare module '*.go' {
  const text: string;
  export default text;
}
declare module '*.sh' {
  const text: string;
  export default text;
}
declare module '*.svg' {
  const text: string;
  export default text;
}
