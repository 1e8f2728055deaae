/** Links as people copy them: with the full stop, the bracket or the space that was behind them. */

/** @returns what a link can have meant as its token or another part of its query: none of them begins or ends with a mark */
export function withoutMarks(part: unknown): string {
  return String(part ?? '').replaceAll(/^[^\w-]+|[^\w-]+$/g, '')
}
