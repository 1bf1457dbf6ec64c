/** From a clone, Node runs this TypeScript file, and people use npm scripts. The package has a JavaScript bundle, and people use its command. */
const isClone = import.meta.filename.endsWith('.ts')

/** How people at a terminal run one of our commands. */
export function ourCommand(name: string): string {
  if (!isClone) return `npx overheard ${name}`
  return name === 'start' ? 'npm start' : `npm run ${name}`
}
