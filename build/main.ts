/** `npm run build`: the package's programs in `dist/`, and the licences of the code that they contain. */
import { writeFileSync } from 'node:fs'
import { bundle } from './bundle.ts'
import { thirdPartyLicences } from './licences.ts'

await bundle({ overheard: 'src/overheard.ts', main: 'src/main.ts' }, 'dist')
const licences = thirdPartyLicences().map(
  ({ name, version, licence, text }) => `${'-'.repeat(80)}\n${name} ${version}: ${licence}\n\n${text}\n`,
)
writeFileSync('dist/third-party-licences.txt', licences.join('\n'))
