/** From a clone, Node runs this TypeScript file, and people use npm scripts. The package has a JavaScript bundle, and people use its command. */
const isClone = import.meta.filename.endsWith('.ts')

/** Commands with an npm script of their own. `npm run overheard -- NAME` runs every command. */
const scripts = ['check', 'doctor', 'setup']

/** How people at a terminal run one of our commands. */
export function ourCommand(name: string): string {
  if (!isClone) return `npx overheard ${name}`
  if (name === 'start') return 'npm start'
  return scripts.includes(name) ? `npm run ${name}` : `npm run overheard -- ${name}`
}
