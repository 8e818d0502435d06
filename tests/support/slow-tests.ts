import { jest } from '@jest/globals';

// These tests start sites, browsers and servers; a site's first preparation alone takes about a minute.
jest.setTimeout(240_000);
