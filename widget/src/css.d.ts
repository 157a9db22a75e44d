/** A style sheet as its minified text; the build reads it in. */
declare module '*.css' {
  const text: string;
  export default text;
}
