declare module '@adobe/structured-data-validator' {
  type Issue = { issueMessage: string; severity: 'ERROR' | 'WARNING'; fieldNames?: string[] }
  export default class Validator {
    constructor(schemaOrg?: object)
    validate(found: { jsonld: Record<string, object[]> }): Promise<Issue[]>
  }
}
