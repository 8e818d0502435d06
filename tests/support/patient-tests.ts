import { jest } from '@jest/globals';

// Jest's own five seconds are less than a shared machine stands still for now and then; a test that hangs is found all the same.
jest.setTimeout(90_000);
