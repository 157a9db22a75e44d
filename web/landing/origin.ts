/** Stands where a stage's root origin belongs; publishing puts it there, since the build knows no stage. */
export const ROOT_ORIGIN = 'https://root-origin.invalid';
