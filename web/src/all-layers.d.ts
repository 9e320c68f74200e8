// Every file of src/layers, listed by build.mjs.
declare module 'all-layers' {
  const kinds: (new () => import('./layer').Layer)[];
  export default kinds;
}
