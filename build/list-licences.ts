/** `npm run tool -- licences`: the production dependencies and their licences, one a line. */
import { thirdPartyLicences } from './licences.ts'

for (const { name, version, licence } of thirdPartyLicences())
  process.stdout.write(`${name}\t${version}\t${licence}\n`)
