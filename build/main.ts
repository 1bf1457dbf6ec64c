/**
 * `npm run tool -- build`: the package's programs in `dist/`, and the licences of the code that they contain. With `--whole` the programs need no
 * installed packages, as in the container image.
 */
import { writeFileSync } from 'node:fs'
import { bundle, never, notAtRest } from './bundle.ts'
import { thirdPartyLicences } from './licences.ts'

const programs = {
  overheard: 'src/overheard.ts',
  main: 'src/main.ts',
  'mention-service': 'packages/listen/src/mention-service.ts',
}
await bundle(programs, 'dist', process.argv.includes('--whole') ? never : notAtRest)
const licences = thirdPartyLicences().map(
  ({ name, version, licence, text }) => `${'-'.repeat(80)}\n${name} ${version}: ${licence}\n\n${text}\n`,
)
writeFileSync('dist/third-party-licences.txt', licences.join('\n'))
