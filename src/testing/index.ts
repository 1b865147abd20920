/**
 * Helpers for tests of an application over these layers: a fake web behind `HttpClient`, and a clock that the test
 * moves.
 */
export { type FakeAccess, type FakeAnswer, type FakePage, type FakeRequest, type FakeWeb, fakeWeb } from "./fake-web.ts"
export { timePasses, whileTimePasses } from "./time-passes.ts"
