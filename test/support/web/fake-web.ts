export * from "../../../src/testing/fake-web.ts"
