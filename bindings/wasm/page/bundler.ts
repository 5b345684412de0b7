// What the bundler makes.
declare module 'sample-text' {
  const text: string;
  export default text;
}
declare module 'worker-text' {
  const text: string;
  export default text;
}
