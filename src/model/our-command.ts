/** The sources run in a clone, where people use npm scripts. The bundle is JavaScript and runs as the command of the package. */
const isClone = import.meta.filename.endsWith('.ts')

/** How people at a terminal run one of our commands. */
export function ourCommand(name: string): string {
  if (!isClone) return `npx overheard ${name}`
  return name === 'start' ? 'npm start' : `npm run ${name}`
}
